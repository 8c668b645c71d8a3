/**
 * The messages of an answer over HTTP, each as JSON text on one line: the body, or the data of each event of an event
 * stream (WHATWG HTML, "Server-sent events").
 */
export async function* readAnswers(response: Response): AsyncGenerator<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) {
    const text = await response.text();
    if (text.trim() !== '') yield oneLine(text);
    return;
  }
  let data: string[] = [];
  for await (const line of linesOf(response)) {
    if (line === '') {
      if (data.length > 0) yield oneLine(data.join('\n'));
      data = [];
    } else if (/^data(:|$)/.test(line)) data.push(line.replace(/^data:? ?/, ''));
  }
}

/** Lines end with CRLF, LF or CR; what follows the last one is no line. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let endsWithReturn = false;
  for await (const chunk of body) {
    let text = decoder.decode(chunk as Uint8Array, { stream: true });
    if (endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    if (text === '') continue;
    endsWithReturn = text.endsWith('\r');
    const [first = '', ...lines] = text.split(/\r\n|\n|\r/);
    pieces.push(first);
    for (const line of lines) {
      yield pieces.join('');
      pieces = [line];
    }
  }
}

/** Line breaks between the parts of JSON say nothing; within its texts there are none. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

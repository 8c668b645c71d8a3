import type { ConsentQuestion } from '@sluice/contracts';
import { consentChoices, describeChoice, presentQuestion, showLine } from '@sluice/gateway';
import { html, type Html } from './html.js';
import { scriptElement } from './page-response.js';

/** Where the page stands. */
export const approvalPath = '/approve';

/** Asks for the secret; a script puts it in where the address has it. */
export function entryBody(): Html {
  return html`<p>
      Sluice lets you answer here what programs may do. The link to this page works once.
    </p>
    ${form(
      html`<label
          >Secret of the link: <input type="password" name="secret" autocomplete="off" required
        /></label>
        <button name="do" value="enter">Enter</button>`,
    )}
    ${scriptElement}`;
}

/** The questions that wait, each with a button that shows it. */
export function listBody(waiting: readonly ConsentQuestion[], key: string, said?: string): Html {
  const entries = waiting.map(
    ({ id, tools, servers }) =>
      html`<li>
        ${form(
          html`${hidden(key)}<input type="hidden" name="question" value="${id}" />
            <button name="do" value="show">Show</button>
            ${
              servers === undefined
                ? `${tools.length === 1 ? '' : `${tools.length} tools: `}${toolNames(tools)}`
                : `to start: ${serverNames(servers)}`
            }`,
        )}
      </li>`,
  );
  return html`${said === undefined ? '' : html`<p class="note">${said}</p>`}
    <p>
      ${waiting.length === 0 ? 'Nothing waits for your answer.' : 'These wait for your answer:'}
    </p>
    <ul>
      ${entries}
    </ul>
    ${form(html`${hidden(key)}<button name="do" value="list">Look again</button>`)}`;
}

/** One question, whole, with a button for each choice and no default. */
export function questionBody(question: ConsentQuestion, key: string): Html {
  const choices = consentChoices(question).map(
    (choice) =>
      html`<li>
        <button name="decision" value="${choice}">${choice}</button>
        ${describeChoice(choice, question)}
      </li>`,
  );
  // Each line by itself, so that what a narrow window breaks goes on further inside (page-response).
  const lines = presentQuestion(question)
    .split('\n')
    .map((line) => html`<span>${line}${'\n'}</span>`);
  return html`<pre>${lines}</pre>
    ${form(
      html`${hidden(key)}<input type="hidden" name="do" value="answer" /><input
          type="hidden"
          name="question"
          value="${question.id}"
        />
        <ul>
          ${choices}
        </ul>`,
    )}
    ${form(html`${hidden(key)}<button name="do" value="list">Decide later</button>`)}`;
}

/** Why nothing is shown. */
export function refusalBody(reason: string): Html {
  return html`<p>${reason}</p>`;
}

function form(content: Html): Html {
  return html`<form method="post" action="${approvalPath}">${content}</form>`;
}

function hidden(key: string): Html {
  return html`<input type="hidden" name="key" value="${key}" />`;
}

function serverNames(servers: NonNullable<ConsentQuestion['servers']>): string {
  return servers.map(({ name, file }) => showLine(`${name}, from ${file}`, 300)).join('; ');
}

function toolNames(tools: ConsentQuestion['tools']): string {
  const names = tools.slice(0, 5).map(({ id }) => showLine(id, 200));
  return [...names, ...(tools.length > 5 ? ['…'] : [])].join(', ');
}

/** HTML that is safe as it stands: made by {@link html} only. */
export interface Html {
  readonly html: string;
}

/**
 * HTML with every value escaped, in text and in quoted attributes alike; other {@link Html}, also in
 * lists, stays.
 *
 * @example html`<b title="${'"'}">${'<'}</b>`.html // '<b title="&quot;">&lt;</b>'
 */
export function html(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return {
    html: texts.reduce((done, text, index) => `${done}${escaped(values[index - 1])}${text}`),
  };
}

function escaped(value: string | number | Html | readonly Html[] | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'object')
    return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return 'html' in value ? value.html : value.map((one) => one.html).join('');
}

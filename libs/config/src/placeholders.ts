import { redactText } from '@sluice/contracts';
import { braceKinds } from './substitution-forms.js';

// `${NAME}`, `{file:…}`: they stand for a value and hold none. One with a default (`${NAME:-abc}`) holds one.
const placeholder = new RegExp(String.raw`\$\{(?:env:)?\w+\}|\{(?:${braceKinds}):[^{}]+\}`);
const onlyPlaceholders = new RegExp(`^(?:${placeholder.source})+$`);
const aroundPlaceholders = new RegExp(`(${placeholder.source})`);

/** Whether the text is nothing but placeholders. */
export function isPlaceholder(text: string): boolean {
  return onlyPlaceholders.test(text);
}

/** What {@link redactText} makes of the text around placeholders. */
export function redactAroundPlaceholders(text: string): string {
  return text
    .split(aroundPlaceholders)
    .map((part, index) => (index % 2 === 1 ? part : redactText(part)))
    .join('');
}

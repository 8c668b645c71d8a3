/** The message that answers each request. */
export const replyNames = {
  'call-start': 'call-end',
  'search-start': 'search-end',
  'describe-start': 'describe-end',
  'ask-start': 'ask-end',
  'recall-start': 'recall-end',
  'select-start': 'select-end',
  'keep-start': 'keep-end',
  'save-start': 'save-end',
  'read-start': 'read-end',
} as const;

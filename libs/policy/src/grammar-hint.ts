/** The hint of every refused pattern. */
export const grammarHint =
  'A pattern has only "*" for any text and "?" for one character; brackets, braces, parentheses, "!" and "\\" are refused. Write one rule for each case.';

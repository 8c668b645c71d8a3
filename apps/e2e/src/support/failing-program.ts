const failing = ['fails', 'throws', 'refuses', 'misshapen', 'exits', 'garbage', 'reports'];
/** A program that calls everything that fails, keeps what is caught, and with `data` "throw" dies of it. */
export const failingProgram = `
  const said = [];
  const attempt = async (call) => {
    try {
      said.push(await call());
    } catch (error) {
      console.log(error, error.stack, JSON.stringify(error));
      said.push({ ...error, name: error.name, message: error.message, code: error.code, content: error.content, structured: error.structured });
    }
  };
  for (const name of ${JSON.stringify(failing)}) await attempt(() => call('mcp__talks__' + name, {}));
  await attempt(() => talks.fails({}, { raw: true }));
  await attempt(() => talks.never({}, { timeoutMs: 200 }));
  await attempt(() => remote.fails({}));
  await attempt(() => remote.throws({}));
  for (const name of ['dies', 'hangs', 'garbles', 'missing', 'unset', 'refused', 'wants_login', 'broken', 'moved', 'closed'])
    await attempt(() => call('mcp__' + name + '__any', {}));
  emit({ type: 'text', text: JSON.stringify(said) });
  await saveFile('said.json', JSON.stringify(said));
  await results.keep(said);
  if (data === 'throw') throw new Error(JSON.stringify(said));
  return said;`;

// Makes correct programs over tools, and programs with one mistake: for mutants.mjs.

/** A generator of numbers that is the same in every run. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Correct programs over some of the tools, in turn of every style. */
export function correctPrograms(sources, count, seed) {
  return samples(sources, count, seed).map((sample, index) => {
    const style = styles[index % styles.length];
    return { code: style({ ...sample, await: 'await ' }), sample };
  });
}

/** Programs with one mistake, in turn of every kind. */
export function mutantsOf(sources, count, seed) {
  const mutants = [];
  const kinds = Object.entries(mutations);
  const pool = samples(sources, count * 4, seed);
  const declared = pool.filter(({ field }) => field.isDeclared);
  let turn = 0;
  for (let index = 0; mutants.length < count && index < pool.length * kinds.length; index += 1) {
    const [kind, mutate] = kinds[index % kinds.length];
    const from = kind === 'field' ? declared : pool;
    const sample = from[Math.floor(index / kinds.length) % from.length];
    if (sample === undefined) continue;
    const code = mutate(sample, turn, sources);
    if (code === undefined) continue;
    turn += 1;
    mutants.push({ kind, code });
  }
  return mutants;
}

/** A call of a tool that is right, and a part of its value that a program may read. */
function samples({ tools, createArgumentCheck }, count, seed) {
  const next = random(seed);
  const withResult = tools.filter(({ tool }) => fieldsOf(tool.outputSchema).length > 0);
  const made = [];
  for (let tries = 0; made.length < count && tries < count * 40; tries += 1) {
    // Every second tool declares its results; in the wild one of twenty-five does.
    const from = made.length % 2 === 0 && withResult.length > 0 ? withResult : tools;
    const tool = from[next(from.length)];
    const args = argumentsFor(tool.tool.inputSchema, next);
    if (args === undefined) continue;
    if (createArgumentCheck(tool.tool.inputSchema).problemsOf(args).length > 0) continue;
    const fields = fieldsOf(tool.tool.outputSchema);
    const field =
      fields.length > 0
        ? { name: fields[next(fields.length)], isDeclared: true }
        : { name: ['items', 'id', 'results', 'title'][next(4)], isDeclared: false };
    made.push({ tool, path: tool.callPath, args, field });
  }
  return made;
}

/** Names of the properties of a result, where they are identifiers and the object is closed. */
function fieldsOf(schema) {
  if (schema?.type !== 'object' || typeof schema.properties !== 'object') return [];
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) return [];
  return Object.keys(schema.properties).filter((name) => /^[a-z_]\w*$/i.test(name));
}

/** Arguments that fit a schema: all that is required, and some of the rest. */
function argumentsFor(schema, next) {
  const value = valueFor(schema, schema, next, 0);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function valueFor(schema, root, next, depth) {
  if (typeof schema !== 'object' || schema === null || depth > 6) return 'text';
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref
      .slice(2)
      .split('/')
      .reduce((at, key) => at?.[key], root);
    return valueFor(target, root, next, depth + 1);
  }
  if (Object.hasOwn(schema, 'const')) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[next(schema.enum.length)];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch !== undefined && schema.type === undefined)
    return valueFor(branch, root, next, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 3;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        valueFor(schema.items ?? {}, root, next, depth + 1),
      );
    case 'object': {
      const properties = schema.properties ?? {};
      const required = new Set(schema.required ?? []);
      const names = Object.keys(properties).filter(
        (name) => required.has(name) || (depth === 0 && next(4) === 0),
      );
      return Object.fromEntries(
        names.map((name) => [name, valueFor(properties[name], root, next, depth + 1)]),
      );
    }
    default:
      return 'text'.padEnd(schema.minLength ?? 0, 'x');
  }
}

const json = (value) => JSON.stringify(value);
const callOf = ({ path, args }) => `${path}(${json(args)})`;

/** Programs as models write them: TypeScript and JavaScript, short and long, careful and loose. */
const styles = [
  (s) => `const result = ${s.await}${callOf(s)};\nreturn result.${s.field.name};`,
  (s) => `const { ${s.field.name}: value } = ${s.await}${callOf(s)};\nreturn { value };`,
  (s) =>
    `const out = [];\nfor (const id of ["a", "b"]) {\n  const one = ${s.await}${callOf(s)};\n  out.push({ id, value: one.${s.field.name} });\n}\nout.total = out.length;\nreturn out;`,
  (s) =>
    `const all = await Promise.all([1, 2].map(async (n) => {\n  const one = ${s.await}${callOf(s)};\n  return { n, value: one.${s.field.name} };\n}));\nreturn all.filter(({ value }) => value).length;`,
  (s) =>
    `const args = ${json(s.args)};\nlet found;\ntry {\n  found = ${s.await}${s.path}(args);\n} catch (error) {\n  return { failed: error.message, code: error.code };\n}\nreturn found.${s.field.name};`,
  (s) =>
    `async function load(limit) {\n  const got = ${s.await}${callOf(s)};\n  console.log(limit, got.${s.field.name});\n  return got.${s.field.name};\n}\nconst first = await load(1);\nreturn [first, await load(2)];`,
  (s) =>
    `const defaults = ${json(s.args)};\nconst got = ${s.await}${s.path}({ ...defaults });\nconst groups = {};\ngroups.all = got.${s.field.name};\nreturn groups;`,
  (s) =>
    `interface Row { id: string; name?: string }\nconst got = ${s.await}${callOf(s)};\nconst rows = (got.${s.field.name} as unknown) as Row[];\nconst names: string[] = Array.isArray(rows) ? rows.map((row) => row.name ?? row.id) : [];\nreturn names.join(", ");`,
  (s) =>
    `const got = ${s.await}tools[${json(s.tool.server)}][${json(s.tool.name)}](${json(s.args)});\nreturn \`got \${got.${s.field.name}} at \${new Date().toISOString()}\`;`,
  (s) =>
    `const got = ${s.await}call(${json(s.tool.id)}, ${json(s.args)}, { timeoutMs: 5000 });\nconst { length } = JSON.stringify(got.${s.field.name} ?? null);\nreturn { length };`,
  (s) =>
    `const server = tools.${s.tool.serverIdentifier};\nconst { ${s.tool.alias}: run } = server;\nconst got = ${s.await}run(${json(s.args)});\nif (!got.${s.field.name}) return "nothing";\nreturn got.${s.field.name};`,
  (s) =>
    `let page = 1;\nlet more = true;\nconst seen = new Map();\nwhile (more && page < 3) {\n  const got = ${s.await}${callOf(s)};\n  seen.set(String(page), got.${s.field.name});\n  more = Boolean(got.${s.field.name});\n  page += 1;\n}\nawait saveFile("seen.json", Object.fromEntries(seen));\nreturn [...seen.keys()];`,
  (s) => `${s.await}${callOf(s)};\nconsole.log("done");\nreturn "ok";`,
  (s) =>
    `const pending = ["x", "y"].map(() => ${callOf(s)});\nconst settled = await Promise.allSettled(pending);\nreturn settled.map((one) => one.status === "fulfilled" ? one.value.${s.field.name} : String(one.reason));`,
];

/** Those that read something of the result. */
const reading = styles.filter((style) => style !== styles[12]);

/** The styles where a missing `await` is a mistake: one that is returned or kept is awaited in the end. */
const awaiting = styles.slice(0, 13);

const mutations = {
  tool(sample, turn) {
    const alias = slip(sample.tool.alias, turn);
    return styles[turn % 8]({
      ...sample,
      path: `tools.${sample.tool.serverIdentifier}.${alias}`,
      await: 'await ',
    });
  },
  argument(sample, turn, { createArgumentCheck }) {
    const required = sample.tool.tool.inputSchema.required ?? [];
    const name = required.filter((one) => Object.hasOwn(sample.args, one))[turn % 2];
    if (name === undefined) return undefined;
    const args = Object.fromEntries(
      Object.entries(sample.args).flatMap(([key, value]) =>
        key !== name ? [[key, value]] : turn % 3 === 0 ? [] : [[slip(key, turn), value]],
      ),
    );
    return withArguments(sample, args, turn, createArgumentCheck);
  },
  field: (sample, turn) =>
    reading[turn % reading.length]({
      ...sample,
      field: { ...sample.field, name: slip(sample.field.name, turn) },
      await: 'await ',
    }),
  type(sample, turn, { createArgumentCheck }) {
    const names = Object.keys(sample.args);
    if (names.length === 0) return undefined;
    const name = names[turn % names.length];
    const value = sample.args[name];
    const wrong = typeof value === 'string' ? [7, true, { value }][turn % 3] : 'text';
    return withArguments(sample, { ...sample.args, [name]: wrong }, turn, createArgumentCheck);
  },
  await: (sample, turn) => awaiting[turn % awaiting.length]({ ...sample, await: '' }),
};

/** Only what the gate would refuse is a mistake. */
function withArguments(sample, args, turn, createArgumentCheck) {
  if (createArgumentCheck(sample.tool.tool.inputSchema).problemsOf(args).length === 0)
    return undefined;
  return styles[turn % styles.length]({ ...sample, args, await: 'await ' });
}

/** A name with a slip of the pen, or another word for it. */
function slip(name, turn) {
  const at = 1 + (turn % Math.max(1, name.length - 1));
  switch (turn % 4) {
    case 0:
      return name.slice(0, at) + name.slice(at + 1) || `${name}x`;
    case 1:
      return `${name.slice(0, at)}${name[at - 1]}${name.slice(at)}`;
    case 2:
      return `${name}_value`;
    default:
      return name.endsWith('s') ? name.slice(0, -1) : `${name}s`;
  }
}

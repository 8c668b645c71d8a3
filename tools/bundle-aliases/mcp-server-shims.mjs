// The SDK's server and client each contain the same Ajv; one copy serves both: 150 kB of the minified
// command. The names are those of the server's own shims for Node.
export { AjvJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
export { default as process } from 'node:process';

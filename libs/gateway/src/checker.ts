// The program of the thread that looks for mistakes in programs: bundled to checker.mjs, which stands beside worker.mjs.
import { serveChecks } from '@sluice/program-check/thread';

/** The declarations of the language, put in by the bundler (tools/language-library.mjs). */
declare const __LANGUAGE_LIBRARY__: string;

serveChecks(__LANGUAGE_LIBRARY__);

import { describeEscapes } from './fixtures/describe-escapes.js';

describeEscapes('a program that tries to use up the machine', ['memory', 'time', 'compiler']);

import { describeEscapes } from './fixtures/describe-escapes.js';

describeEscapes('a program that tries to reach the machine', ['processes']);

import { describeEscapes } from './fixtures/describe-escapes.js';

describeEscapes('a program that tries to mislead the runner', ['pollution', 'values']);

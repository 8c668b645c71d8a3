/**
 * Most digits of an integer. To read and to print one takes time that grows faster than its length: two
 * million digits keep a process from everything else for seconds. A key of 4096 bits has 1,233.
 */
export const maxIntegerDigits = 2000;

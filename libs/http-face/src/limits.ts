/** Largest request body in bytes: a program (256 KiB), its `data`, and room. Larger is answered 413. */
export const maxRequestBytes = 16 * 1024 * 1024;

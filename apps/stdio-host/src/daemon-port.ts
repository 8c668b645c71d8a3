/** Port of `sluice daemon`, next to those of its ancestors' daemons. */
export const daemonPort = 41529;

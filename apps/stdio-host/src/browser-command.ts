/** A program and its arguments. */
export interface BrowserCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * What opens a URL in the user's browser; undefined where there is no screen to show one on.
 *
 * @param variables `DISPLAY` and `WAYLAND_DISPLAY` tell on Linux and the BSDs
 */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
): BrowserCommand | undefined {
  switch (platform) {
    case 'darwin':
      return { command: 'open', args: [url] };
    case 'win32':
      // Not `start`: that is a word of cmd.exe, which reads `&` and `%` in its own way.
      return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
    default:
      return variables.DISPLAY || variables.WAYLAND_DISPLAY
        ? { command: 'xdg-open', args: [url] }
        : undefined;
  }
}

import { onThemeChange } from './theme.ts'

/**
 * Gives the bars of the browser, and of the installed app's window, the colour of what they border on, in either theme.
 * @param token name of a colour, e.g. `--surface`
 */
export function colourBrowserBar(token: string): void {
  const meta = document.createElement('meta')
  meta.name = 'theme-color'
  document.head.append(meta)
  const colour = () => {
    meta.content = getComputedStyle(document.documentElement).getPropertyValue(token)
  }
  colour()
  onThemeChange(colour)
}

import { onThemeChange } from './theme.ts'

/**
 * Matches the browser's bars, and the installed app's title bar, to the adjacent colour in both themes.
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

import { onThemeChange } from './theme.ts'

/** In both themes, also the installed app's title bar. `token`: e.g. `--surface`. */
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

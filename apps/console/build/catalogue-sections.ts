import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const query = /\.json\?sections=([\w,]+)$/

/** `import texts from './de.json?sections=auth,errors'` takes only these sections into the bundle. */
export function catalogueSections(): Plugin {
  return {
    name: 'catalogue-sections',
    enforce: 'pre',
    async load(id) {
      const wanted = query.exec(id)?.[1]?.split(',')
      if (!wanted) return null
      const file = id.slice(0, id.indexOf('?'))
      this.addWatchFile(file)
      const whole = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
      const taken = Object.fromEntries(wanted.map(section => [section, whole[section]]))
      return { code: `export default ${JSON.stringify(taken)}`, moduleType: 'js' }
    },
  }
}

import type { Plugin } from 'vite'

/** Needed by most visits, though the page requests it only once its script runs. */
const wanted = [/src\/app\/composed\/dashboard\.tsx$/, /src\/i18n\/en\.json\?part=first$/]

/** Preloads the dashboard and the English catalogue in `index.html`, which saves a round trip. */
export function preloadFirstPage(): Plugin {
  return {
    name: 'preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        if (!path.endsWith('index.html')) return
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        return wanted.map(source => {
          const found = chunks.find(chunk => chunk.facadeModuleId && source.test(chunk.facadeModuleId))
          if (!found) throw new Error(`No chunk of the build is made from ${source}`)
          return {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${found.fileName}` },
            injectTo: 'head',
          }
        })
      },
    },
  }
}

import type { Connect, Plugin, ProxyOptions } from 'vite'

const rewriteAuthPages: Connect.NextHandleFunction = (request, _response, next) => {
  const path = request.url?.split('?')[0] ?? ''
  if (path.startsWith('/auth/') && request.method === 'GET') request.url = '/auth.html'
  next()
}

/** `/auth/*` is a separate document, as on the relay. */
export function authPages(): Plugin {
  return {
    name: 'auth-pages',
    configureServer: server => void server.middlewares.use(rewriteAuthPages),
    configurePreviewServer: server => void server.middlewares.use(rewriteAuthPages),
  }
}

/** Sends admin API calls to the relay; pages with the same path (`GET /logout`, `GET /login`) stay with the console. */
export function apiProxy(target: string): Record<string, ProxyOptions> {
  const paths = [
    '/api/',
    '/wallet/',
    '/user-exist',
    '/signup',
    '/login',
    '/verify',
    '/forgot-password',
    '/security-code',
    '/new-password',
    '/invitation',
    '/restore',
    '/logout',
    '/openapi.json',
    '/docs',
    '/health',
  ]
  const pages = new Set(['/health', '/login', '/logout'])
  const options: ProxyOptions = {
    target,
    changeOrigin: false,
    bypass: request => {
      const path = request.url?.split('?')[0] ?? ''
      return request.method === 'GET' && pages.has(path) ? '/index.html' : undefined
    },
  }
  return Object.fromEntries(paths.map(path => [path, options]))
}

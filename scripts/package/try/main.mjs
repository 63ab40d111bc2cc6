// What `npm run package -- --try` tries in containers and behind proxies: node main.mjs TARBALL DEBIAN [image|compose|debian|proxies …]
import { say } from '../../run/progress.mjs'
import { runScript } from '../../run/script-error.mjs'
import { tryCompose } from './compose.mjs'
import { tryDebian } from './debian.mjs'
import { runs } from './docker.mjs'
import { buildImage, tryImage } from './image.mjs'
import { tryProxies } from './proxies.mjs'

const [tarball = '', debian = '', ...asked] = process.argv.slice(2)
const isAsked = (/** @type {string} */ part) => asked.length === 0 || asked.includes(part)

await runScript(async () => {
  if (isAsked('proxies')) await tryProxies()
  if (!runs('docker', ['info'])) {
    say('Not tried: container image, compose files, and the Debian package under systemd; no Docker daemon answers.')
    return 0
  }
  if (isAsked('image') || isAsked('compose')) buildImage(tarball)
  if (isAsked('image')) await tryImage()
  if (isAsked('compose')) await tryCompose()
  if (isAsked('debian')) await tryDebian(debian)
  return 0
})

import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { say } from '../../run/progress.mjs'
import { localNode } from '../../setup/local-node.mjs'
import { docker, outputOf, runs } from './docker.mjs'

const debian = 'hornets-try-debian'
const install = 'RUN apt-get update && apt-get install -y --no-install-recommends'

/** Stand-ins from Debian's packages, by the name of the image. @type {Record<string, string>} */
const standIns = {
  'node:26-slim': `${install} libatomic1
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
CMD ["node"]`,
  'caddy:2': `${install} caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]`,
  'postgres:17': `${install} postgresql gosu
COPY start-postgres /start-postgres
ENV PGDATA=/var/lib/postgresql/data
CMD ["sh", "/start-postgres"]`,
  'hornets-try-systemd': `${install} systemd systemd-sysv dbus ffmpeg
STOPSIGNAL SIGRTMIN+3
CMD ["/sbin/init"]`,
}

/** As the image of that name does with its variables. */
const startPostgres = `set -e
bin=$(ls -d /usr/lib/postgresql/*/bin)
chown postgres "$PGDATA"; mkdir -p /run/postgresql; chown postgres /run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password; chown postgres /tmp/password
  gosu postgres "$bin/initdb" -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 -E UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  gosu postgres "$bin/pg_ctl" -w start -o '-c listen_addresses='
  PGPASSWORD=$POSTGRES_PASSWORD gosu postgres "$bin/createdb" -U "$POSTGRES_USER" "$POSTGRES_DB"
  gosu postgres "$bin/pg_ctl" -w stop
fi
exec gosu postgres "$bin/postgres" -c listen_addresses='*'
`

/** The image of that name, pulled, or made from Debian's packages. @param {string} name */
export function needImage(name) {
  if (runs('docker', ['image', 'inspect', name])) return
  if (!name.startsWith('hornets-try') && runs('docker', ['pull', '--quiet', name])) return say(`Pulled ${name}.`)
  needDebian()
  const folder = mkdtempSync(join(tmpdir(), 'try-image-'))
  try {
    writeFileSync(join(folder, 'Dockerfile'), `FROM ${debian}\nENV DEBIAN_FRONTEND=noninteractive\n${standIns[name]}\n`)
    writeFileSync(join(folder, 'start-postgres'), startPostgres)
    if (name.startsWith('node:')) {
      copyFileSync(localNode(), join(folder, 'node'))
      const npm = realpathSync(outputOf('sh', ['-c', 'command -v npm']))
      cpSync(resolve(dirname(npm), '..'), join(folder, 'npm'), { recursive: true })
    }
    docker('build', '--quiet', '--tag', name, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
  say(`${name} cannot be pulled here: made from Debian's packages.`)
}

function needDebian() {
  if (runs('docker', ['image', 'inspect', debian])) return
  const folder = mkdtempSync(join(tmpdir(), 'try-debian-'))
  try {
    const root = join(folder, 'root')
    outputOf('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root])
    // Where a registry is reached through a gate of its own.
    const ca = process.env.NODE_EXTRA_CA_CERTS
    const extra = ca && existsSync(ca) ? ['--change', 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/extra-ca.crt'] : []
    mkdirSync(join(root, 'etc/ssl'), { recursive: true })
    if (ca && extra.length > 0) copyFileSync(ca, join(root, 'etc/ssl/extra-ca.crt'))
    outputOf('tar', ['-C', root, '-cf', join(folder, 'root.tar'), '.'])
    docker('import', '--change', 'CMD ["bash"]', ...extra, join(folder, 'root.tar'), debian)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface ProxiedNames {
  /** Host of the relay. */
  readonly relay: string
  readonly console: string
  readonly relayPort: number
  readonly consolePort: number
}

/** For /etc/caddy/Caddyfile, as in docs/operate/install.md. */
export const caddyFile = ({ relay, console: desk, relayPort, consolePort }: ProxiedNames): string => `${relay} {
	reverse_proxy 127.0.0.1:${relayPort}
}

${desk} {
	reverse_proxy 127.0.0.1:${consolePort} {
		flush_interval -1
	}
}
`

/** For /etc/nginx/conf.d/hornets.conf, with the certificates of certbot. */
export const nginxFile = ({ relay, console: desk, relayPort, consolePort }: ProxiedNames): string =>
  [
    server(relay, relayPort, [
      'proxy_set_header Upgrade $http_upgrade;',
      'proxy_set_header Connection "upgrade";',
      'proxy_request_buffering off;',
    ]),
    server(desk, consolePort, ['proxy_buffering off;']),
  ].join('\n')

const server = (host: string, port: number, more: readonly string[]) => `server {
	listen 443 ssl;
	listen [::]:443 ssl;
	server_name ${host};
	ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
	ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;
	client_max_body_size 1g;
	location / {
		proxy_pass http://127.0.0.1:${port};
		proxy_http_version 1.1;
		proxy_set_header Host $host;
		proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
		proxy_set_header X-Forwarded-Proto $scheme;
		proxy_read_timeout 1h;
${more.map(line => `\t\t${line}\n`).join('')}	}
}
`

/** How the relay is started behind the proxy. */
export const startLine = ({ relay, console: desk }: ProxiedNames): string =>
  `PUBLIC_URL=wss://${relay} CONSOLE_URL=https://${desk} TRUST_PROXY=loopback PUBLIC_HOST=127.0.0.1 npm start`

/** A name with a dot and nothing that a configuration file could take for something else. */
export const isDomain = (text: string): boolean =>
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text)

/** `console.example.com` beside `relay.example.com`, and below `example.com`. */
export function consoleNameOf(relay: string): string {
  const labels = relay.split('.')
  return ['console', ...(labels.length > 2 ? labels.slice(1) : labels)].join('.')
}

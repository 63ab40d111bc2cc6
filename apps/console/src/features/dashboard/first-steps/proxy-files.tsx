import { useState } from 'react'
import { useStatus } from '../../../api/queries/use-status.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useScrollStop } from '../../../ui/page/use-scroll-stop.ts'
import { caddyFile, consoleNameOf, isDomain, nginxFile, type ProxiedNames, startLine } from './proxy-texts.ts'

const example = 'relay.example.com'

/** The relay's ports on its machine, if the console is open there. */
function portsHere() {
  const port = Number(location.port)
  return port > 1 ? { relayPort: port - 1, consolePort: port } : { relayPort: 9001, consolePort: 9002 }
}

/** What a web server before the relay needs for TLS, made for the relay's own name. */
export function ProxyFiles() {
  const { t } = useTexts()
  const { data } = useStatus()
  const host = data?.address && URL.canParse(data.address) ? new URL(data.address).hostname : ''
  const [typed, setTyped] = useState<string>()
  const domain = (typed ?? (isDomain(host) ? host : '')).trim().toLowerCase()
  const relay = isDomain(domain) ? domain : example
  const names: ProxiedNames = { relay, console: consoleNameOf(relay), ...portsHere() }
  return (
    <section aria-label={t('desk.first.files')} className="mt-4 grid gap-4 border-line border-t pt-4">
      <div className="max-w-120">
        <TextField
          mono
          label={t('desk.first.domain')}
          description={t('desk.first.domainText', { console: names.console })}
          placeholder={example}
          value={typed ?? domain}
          onValueChange={setTyped}
        />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Snippet title={t('desk.first.caddy')} text={caddyFile(names)} />
        <Snippet title={t('desk.first.nginx')} text={nginxFile(names)} />
      </div>
      <Snippet title={t('desk.first.start')} text={startLine(names)} />
    </section>
  )
}

function Snippet({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center justify-between gap-2 text-small">
        {title}
        <CopyButton value={text} label={title} />
      </p>
      <pre
        {...useScrollStop<HTMLPreElement>()}
        className="max-h-72 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-caption"
      >
        {text}
      </pre>
    </div>
  )
}

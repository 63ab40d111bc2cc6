import { getRelease } from '@hornets/contract/admin/operation/release'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { offersCall } from '../../../api/server/server.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { Changes, type ChangesProps } from './changes.tsx'

/** To be run in the program's folder, after a backup. */
const commands = {
  clone: 'npm run update && npm start',
  package: 'sudo apt install ./hornets-console_*_all.deb',
  container: 'docker compose -f packaging/compose.yaml up -d --build',
  files: 'npm start',
} as const

/** The version that runs, what is new in it, and how this installation is updated. */
export function ReleaseCard() {
  const { t, language } = useTexts()
  const may = useMay(getRelease) && offersCall(getRelease)
  const query = useQuery({ ...apiQuery(getRelease, { query: { language } }), enabled: may })
  if (!may) return null
  return (
    <div id="version">
      <Card title={t('operation.release.title')}>
        <Loaded
          query={query}
          waiting={<RowsSkeleton rows={2} className="h-6" />}
          failed={t('operation.release.failed')}
          failureOf={failureText}
        >
          {({ version, installation, changes, changesLanguage }) => (
            <div className="grid gap-3 text-small">
              <p className="text-muted">{t(`operation.release.installed.${installation}`, { version })}</p>
              <div>
                <h3 className="font-semibold">{t('operation.release.how')}</h3>
                <p>{t(`operation.release.steps.${installation}`)}</p>
                <Command text={commands[installation]} />
              </div>
              <New version={version} changes={changes} language={changesLanguage} />
            </div>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

function Command({ text }: { readonly text: string }) {
  const { t } = useTexts()
  return (
    <p className="mt-1 flex max-w-160 items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-2.5">
      <code lang="" className="min-w-0 flex-1 wrap-anywhere font-mono text-caption">
        {text}
      </code>
      <CopyButton value={text} label={t('operation.release.copy')} />
    </p>
  )
}

/** Open where the notice of an update leads. */
interface NewProps extends ChangesProps {
  readonly version: string
}

function New({ version, ...changed }: NewProps) {
  const { t } = useTexts()
  const isAsked = useLocation({ select: ({ hash }) => hash === 'version' })
  if (changed.changes.length === 0) return <p className="text-muted">{t('operation.release.untold')}</p>
  return (
    <details open={isAsked}>
      <summary className="min-h-6 w-fit cursor-pointer font-semibold text-accent-text">
        {t('operation.release.new', { version })}
      </summary>
      <Changes {...changed} />
    </details>
  )
}

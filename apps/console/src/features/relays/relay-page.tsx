import { RotateCw } from 'lucide-react'
import type { OtherRelay } from '../../api/other-relays/relay-list.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { AboutSection } from './about-section.tsx'
import { ListSection } from './list-section.tsx'
import { RelaySections } from './relay-nav.tsx'
import { type SectionName, sectionsOf } from './sections.ts'
import { relayFailureText, useMethods } from './use-other-relay.ts'
import { Words } from './words.tsx'

/** One other relay: the pages that its methods fill. */
export function RelayPage({ relay }: { readonly relay: OtherRelay }) {
  const { t } = useTexts()
  const [{ page }] = useUrlParameters()
  const methods = useMethods(relay)
  const shown: SectionName = sectionsOf(relay).find(name => name === page) ?? 'about'
  return (
    <div className="grid max-w-240 content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="truncate font-semibold text-title">{relay.name || relay.address}</h1>
          <p className="truncate font-mono text-muted text-small">{relay.address}</p>
        </div>
        <Button icon={RotateCw} loading={methods.isFetching} onClick={() => void methods.refetch()}>
          {t('relays.askMethods')}
        </Button>
      </div>
      <div className="md:hidden">
        <RelaySections expanded />
      </div>
      {methods.error && !methods.isFetching && (
        <Alert kind="error" title={relayFailureText(t, methods.error)}>
          <Words error={methods.error} />
        </Alert>
      )}
      {relay.methods?.length === 0 && <Alert kind="warning" title={t('relays.nothingOffered')} />}
      {methods.isFetching && relay.methods === null && (
        <>
          <p role="status" className="text-muted text-small">
            {t('relays.asking')}
          </p>
          <RowsSkeleton rows={3} className="h-9" />
        </>
      )}
      {shown === 'about' ? <AboutSection relay={relay} /> : <ListSection key={shown} relay={relay} name={shown} />}
    </div>
  )
}

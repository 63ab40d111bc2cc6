import { Link } from '@tanstack/react-router'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'

export function ReportedKey({ pubkey }: { readonly pubkey: string }) {
  const { t } = useTexts()
  const npub = npubOf(pubkey)
  return (
    <div className="grid gap-3">
      <Person pubkey={pubkey} copies />
      <p className="text-muted text-small">
        {t('notifications.reports.dialog.authorText')}{' '}
        <Link to="/blocked-pubkeys" search={{ q: npub } as never} className="font-semibold text-accent-text underline">
          {t('shell.nav.access')}
        </Link>
      </p>
    </div>
  )
}

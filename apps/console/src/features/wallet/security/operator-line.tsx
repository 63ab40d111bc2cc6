import type { ReactNode } from 'react'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { CopyId } from '../parts/copy-id.tsx'

interface OperatorLineProps {
  readonly pubkey: string
  readonly note?: ReactNode
  readonly action?: ReactNode
}

export function OperatorLine({ pubkey, note, action }: OperatorLineProps) {
  const { t } = useTexts()
  const npub = npubOf(pubkey)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b py-2 last:border-b-0">
      <span className="min-w-0">
        <span className="flex items-center font-mono text-small">
          <span title={npub}>{shortenMiddle(npub, 12, 6)}</span>
          <CopyId value={npub} label={t('wallet.security.copyKey')} />
        </span>
        {note && <span className="text-caption text-muted">{note}</span>}
      </span>
      {action}
    </li>
  )
}

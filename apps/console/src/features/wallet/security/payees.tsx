import type { Payee } from '@hornets/contract/wallet/spending'
import { useTexts } from '../../../i18n/texts.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { WholeAddress } from '../paying/whole-address.tsx'

export function Payees({ payees }: { readonly payees: readonly Payee[] }) {
  const { t } = useTexts()
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-muted text-small hover:text-text">
        {t('wallet.security.payees')}
      </summary>
      <ol className="mt-1 max-h-60 overflow-y-auto">
        {payees.map(({ recipient_address, spend_amount, label }, index) => (
          // An address can occur twice.
          <li
            key={`${recipient_address}-${String(index)}`}
            className="flex flex-wrap justify-between gap-x-3 border-line border-b py-1.5 last:border-b-0"
          >
            <WholeAddress address={recipient_address} />
            <span className="ml-auto text-small tabular-nums">{formatExactSats(spend_amount)}</span>
            {label && <span className="w-full text-caption text-muted">{label}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

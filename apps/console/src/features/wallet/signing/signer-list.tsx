import type { OpenPsbt } from '@hornets/contract/wallet/signing'
import { useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { signerName } from '../parts/signer-name.ts'

export function SignerList({ open: { signers, missing } }: { readonly open: OpenPsbt }) {
  const { t } = useTexts()
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold text-small">
        {missing === 0 ? t('wallet.signing.enough') : t('wallet.signing.missing', { count: missing })}
      </p>
      <ul className="grid gap-1.5" aria-label={t('wallet.details.signers')}>
        {signers.map(signer => (
          <li key={signerName(signer)} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="break-all font-mono text-caption">{signerName(signer)}</span>
            <Badge kind={signer.signed ? 'ok' : 'neutral'}>
              {t(signer.signed ? 'wallet.signing.signed' : 'wallet.signing.open')}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { AnswerOf } from '@hornets/contract/endpoint'
import type { getWallet } from '@hornets/contract/wallet/set-up'
import { useTexts } from '../../../i18n/texts.ts'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { signerName } from '../parts/signer-name.ts'

export type Account = AnswerOf<typeof getWallet>

export function AccountFacts({ account }: { readonly account: Account }) {
  const { t } = useTexts()
  const { subscribers, network, account_type, account_number, watch_only, shared, descriptor, created_at } = account
  return (
    <div className="grid gap-2">
      <FactList>
        <Fact name={t('wallet.details.network')}>{t(`wallet.network.${network}`)}</Fact>
        <Fact name={t('wallet.setUp.account')}>{t(`wallet.setUp.${account_type}`)}</Fact>
        {account_number !== null && <Fact name={t('wallet.details.number')}>{formatNumber(account_number)}</Fact>}
        <Fact name={t('wallet.details.keys')}>
          {t(watch_only ? 'wallet.details.keysElsewhere' : 'wallet.details.keysHere')}
        </Fact>
        {shared && (
          <Fact name={t('wallet.details.signers')}>
            {t('wallet.details.signersNeeded', { count: shared.needed, keys: shared.keys.length })}
            {shared.keys.map(key => (
              <span key={signerName(key)} className="block break-all font-mono text-caption">
                {signerName(key)}
              </span>
            ))}
          </Fact>
        )}
        <Fact name={t('wallet.details.since')}>{formatDateTime(created_at)}</Fact>
        <Fact name={t('wallet.details.descriptor')} mono title={descriptor}>
          {shortenMiddle(descriptor, 12, 9)}
          <CopyId value={descriptor} label={t('wallet.details.copyDescriptor')} />
        </Fact>
        {subscribers && (
          <Fact name={t('wallet.details.subscribers')} mono title={subscribers.descriptor}>
            {shortenMiddle(subscribers.descriptor, 12, 9)}
            <CopyId value={subscribers.descriptor} label={t('wallet.details.copySubscribers')} />
          </Fact>
        )}
      </FactList>
      <p className="text-caption text-muted">{t('wallet.details.descriptorHint')}</p>
    </div>
  )
}

import type { FoundSubscriber } from '@hornets/contract/admin/search'
import { Users } from 'lucide-react'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { t } from '../../../i18n/texts.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import type { Hit } from '../hits/hit.ts'

export function subscriberHit({ pubkey, name, status, tier, address }: FoundSubscriber): Hit {
  const npub = shortenMiddle(npubOf(pubkey), 14, 8)
  const facts = [t(`subscribers.status.${status}`), tier && dataLimitText(tier)]
  return {
    key: `subscriber ${pubkey}`,
    category: 'subscribers',
    icon: Users,
    title: name || npub,
    detail: [...facts, address && shortenMiddle(address, 12, 8)].filter(Boolean).join(' · '),
    person: { pubkey, name },
    target: { to: '/subscribers', search: { key: pubkey } },
  }
}

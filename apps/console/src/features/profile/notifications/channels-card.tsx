import {
  type DeliveryChannel,
  type DeliveryPreferences,
  deliveryChannels,
  isOffered,
  type NoticeKind,
} from '@hornets/contract/admin/notifications/delivery'
import { useTexts } from '../../../i18n/texts.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { QueryCard } from '../query-card.tsx'
import { useDelivery } from './use-delivery.ts'

/** Which kinds of notifications go where; a choice applies immediately. */
export function ChannelsCard() {
  const { t } = useTexts()
  const { query, save } = useDelivery()
  return (
    <QueryCard title={t('profile.page.notifications')} description={t('profile.delivery.description')} query={query}>
      {({ preferences, kinds }) => (
        <table className="-mx-4 -mb-4 w-[calc(100%+2rem)] max-w-none table-fixed border-line border-t text-small">
          <thead>
            <tr className="text-caption text-muted">
              <th scope="col" className="w-[28%] py-2 pl-3 text-left font-normal sm:w-[44%] sm:pl-4">
                {t('profile.delivery.kindColumn')}
              </th>
              {deliveryChannels.map(channel => (
                <th key={channel} scope="col" className="py-2 font-normal max-sm:tracking-tight">
                  {t(`profile.delivery.channel.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(kind => (
              <KindRow key={kind} kind={kind} preferences={preferences} onChange={next => save.mutate(next)} />
            ))}
          </tbody>
        </table>
      )}
    </QueryCard>
  )
}

interface KindRowProps {
  readonly kind: NoticeKind
  readonly preferences: DeliveryPreferences
  readonly onChange: (next: DeliveryPreferences) => void
}

function KindRow({ kind, preferences, onChange }: KindRowProps) {
  const { t } = useTexts()
  const chosen = preferences.channels[kind]
  const choose = (channel: DeliveryChannel, on: boolean) => {
    const next = deliveryChannels.filter(one => (one === channel ? on : chosen.includes(one)))
    onChange({ ...preferences, channels: { ...preferences.channels, [kind]: next } })
  }
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-3 pl-3 text-left sm:pl-4 font-normal">
        <span className="font-semibold">{t(`profile.delivery.kind.${kind}.title`)}</span>
        <span className="block text-caption text-muted max-sm:hidden">{t(`profile.delivery.kind.${kind}.text`)}</span>
      </th>
      {deliveryChannels.map(channel => (
        <td key={channel} className="px-1 py-3 text-center align-middle">
          {isOffered(kind, channel) ? (
            <Checkbox
              label={t('profile.delivery.cell', {
                kind: t(`profile.delivery.kind.${kind}.title`),
                channel: t(`profile.delivery.channel.${channel}`),
              })}
              labelHidden
              checked={chosen.includes(channel)}
              onCheckedChange={on => choose(channel, on)}
              className="justify-center"
            />
          ) : (
            <span className="text-caption text-muted">{t('profile.delivery.below')}</span>
          )}
        </td>
      ))}
    </tr>
  )
}

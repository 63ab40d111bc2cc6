import type { Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import type { ComponentProps } from 'react'
import { useFaceLink } from '../../api/queries/face-links.ts'
import { usePersonChip } from '../../api/queries/person-chips.ts'
import { FacePicture } from '../../ui/content/face-picture.tsx'
import { PersonChip } from '../../ui/content/person-chip.tsx'

interface SubscriberFaceProps {
  readonly subscriber: Pick<Subscriber, 'pubkey' | 'name' | 'picture'>
  readonly size: ComponentProps<typeof FacePicture>['size']
}

/** Nothing is asked for a profile without a picture. */
export function SubscriberFace({ subscriber: { pubkey, name, picture }, size }: SubscriberFaceProps) {
  return <FacePicture picture={useFaceLink(picture ? pubkey : undefined)} name={name} size={size} />
}

interface SubscriberChipProps extends Pick<ComponentProps<typeof PersonChip>, 'link'> {
  readonly subscriber: SubscriberFaceProps['subscriber']
}

export function SubscriberChip({ subscriber, link }: SubscriberChipProps) {
  return <PersonChip {...usePersonChip(subscriber.pubkey, subscriber)} {...(link && { link })} />
}

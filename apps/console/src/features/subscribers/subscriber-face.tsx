import type { Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import type { ComponentProps } from 'react'
import { useFaceLink } from '../../api/queries/face-links.ts'
import { accountOf, readSession } from '../../api/session/session.ts'
import { npubOf } from '../../api/signers/pubkey.ts'
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

export function SubscriberChip({ subscriber: { pubkey, name, picture }, link }: SubscriberChipProps) {
  return (
    <PersonChip
      {...{ pubkey, npub: npubOf(pubkey), name: name ?? '' }}
      picture={useFaceLink(picture ? pubkey : undefined)}
      isYou={accountOf(readSession()) === pubkey}
      {...(link && { link })}
    />
  )
}

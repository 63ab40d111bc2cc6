import type { Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import type { ComponentProps } from 'react'
import { useFaceLink } from '../../api/queries/face-links.ts'
import { FacePicture } from '../../ui/content/face-picture.tsx'

interface SubscriberFaceProps {
  readonly subscriber: Pick<Subscriber, 'pubkey' | 'name' | 'picture'>
  readonly size: ComponentProps<typeof FacePicture>['size']
}

/** Nothing is asked for a profile without a picture. */
export function SubscriberFace({ subscriber: { pubkey, name, picture }, size }: SubscriberFaceProps) {
  return <FacePicture picture={useFaceLink(picture ? pubkey : undefined)} name={name} size={size} />
}

import { FileX } from 'lucide-react'
import { useState } from 'react'
import type { MediaFile } from './media-file.ts'

export function SmallPicture({ file }: { readonly file: Pick<MediaFile, 'thumbnail' | 'name'> | undefined }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <span className="grid aspect-square w-full place-items-center overflow-hidden rounded-md border border-line bg-sunken">
      {file?.thumbnail && !hasFailed ? (
        <img
          src={file.thumbnail}
          alt={file.name}
          loading="lazy"
          onError={() => setFailed(true)}
          className="size-full object-contain"
        />
      ) : (
        <FileX size={24} className="text-faint" aria-hidden />
      )}
    </span>
  )
}

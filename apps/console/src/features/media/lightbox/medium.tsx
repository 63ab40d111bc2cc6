import { FileX, ImageOff, type LucideIcon, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { kindOf, type MediaFile } from '../files/media-file.ts'

/** The file itself by its MIME type (MEDIA-12), or why it cannot be seen. Key it by the file. */
export function Medium({ file }: { readonly file: MediaFile }) {
  const { t } = useTexts()
  const [hasFailed, setFailed] = useState(false)
  const fail = () => setFailed(true)
  if (!file.link) return <Words icon={Unlink}>{t('media.noSource')}</Words>
  switch (kindOf(file.type)) {
    case 'image':
      if (hasFailed) return <Words icon={ImageOff}>{t('media.imageFailed')}</Words>
      return <img src={file.link} alt={file.name} onError={fail} className="max-h-full max-w-full object-contain" />
    case 'video':
      if (hasFailed) return <Words icon={FileX}>{t('media.notSupported')}</Words>
      return (
        // biome-ignore lint/a11y/useMediaCaption: what people upload has none
        <video
          src={file.link}
          poster={file.thumbnail}
          controls
          aria-label={file.name}
          onError={fail}
          className="max-h-full max-w-full"
        />
      )
    case 'audio':
      if (hasFailed) return <Words icon={FileX}>{t('media.notSupported')}</Words>
      return (
        <div className="grid w-full max-w-120 gap-3 px-4">
          {file.thumbnail && <img src={file.thumbnail} alt="" className="w-full" />}
          {/* biome-ignore lint/a11y/useMediaCaption: what people upload has none */}
          <audio src={file.link} controls aria-label={file.name} onError={fail} className="w-full" />
        </div>
      )
    default:
      return <Words icon={FileX}>{t('media.notSupported')}</Words>
  }
}

function Words({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: string }) {
  return (
    <p className="grid justify-items-center gap-2 text-muted">
      <Icon size={32} className="text-faint" />
      {children}
    </p>
  )
}

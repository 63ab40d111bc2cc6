import clsx from 'clsx'
import { usePersonChip } from '../../../api/queries/person-chips.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { PersonChip } from '../../../ui/content/person-chip.tsx'
import type { Face } from './faces.ts'
import { useFacePicture } from './use-face-picture.ts'

/** From so many faces on they move (SUBS-08, SUBS-09). */
const loopsFrom = 7
/** One half of the loop is at least so many faces long, so that it fills the widest screen. */
const halfMin = 36
const secondsPerFace = 3

interface FacesProps {
  readonly faces: readonly Face[]
  readonly onOpen: (face: Face) => void
}

/** A few faces stand side by side; many go round slowly, and stop under the pointer, the focus and for who wants no motion. */
export function Faces({ faces, onOpen }: FacesProps) {
  if (faces.length < loopsFrom)
    return (
      <ul className="-mx-4 [contain:inline-size] grid auto-cols-[88px] grid-flow-col justify-start overflow-x-auto px-4">
        {faces.map(face => (
          <FaceItem key={face.pubkey} face={face} onOpen={onOpen} />
        ))}
      </ul>
    )
  const copies = 2 * Math.ceil(halfMin / faces.length)
  return (
    // Its content is wider than any page and must not widen it. By keyboard they stand still and are scrolled to.
    <div className="-mx-4 [contain:inline-size] overflow-x-clip has-focus-visible:overflow-x-auto motion-reduce:overflow-x-auto">
      <div
        data-loop
        className="flex w-max animate-[drift_linear_infinite] hover:[animation-play-state:paused] has-focus-visible:animate-none motion-reduce:animate-none"
        style={{ animationDuration: `${(copies / 2) * faces.length * secondsPerFace}s` }}
      >
        {Array.from({ length: copies }, (_, copy) => copy).map(copy => (
          <ul
            key={copy}
            aria-hidden={copy > 0}
            inert={copy > 0}
            className={clsx('flex', copy > 0 && 'motion-reduce:hidden')}
          >
            {faces.map(face => (
              <FaceItem key={face.pubkey} face={face} onOpen={onOpen} />
            ))}
          </ul>
        ))}
      </div>
    </div>
  )
}

interface FaceItemProps {
  readonly face: Face
  readonly onOpen: (face: Face) => void
}

function FaceItem({ face, onOpen }: FaceItemProps) {
  const { t } = useTexts()
  const picture = useFacePicture(face)
  const { page: _page, ...who } = usePersonChip(face.pubkey)
  const name = face.name?.trim() || who.name
  return (
    <li className="w-22">
      <button
        type="button"
        title={name || t('subscribers.anonymous')}
        onClick={() => onOpen(face)}
        className="grid w-full justify-items-center gap-1 rounded-md p-1 hover:bg-sunken"
      >
        <PersonChip
          {...who}
          name={name}
          fallback={t('subscribers.anonymous')}
          picture={picture ?? who.picture}
          size="face"
        />
      </button>
    </li>
  )
}

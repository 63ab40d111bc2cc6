import { useEffect, useState } from 'react'
import { canScan } from './qr-reader.ts'

/** False until it is known that the camera can be read. */
export function useCanScan(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => {
    let isWanted = true
    void canScan().then(answer => isWanted && setCan(answer))
    return () => {
      isWanted = false
    }
  }, [])
  return can
}

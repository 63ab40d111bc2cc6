import './gallery.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts, startTexts } from '../src/i18n/load-texts.ts'
import { Overlays } from '../src/ui/overlays/overlays.tsx'
import { TooltipHost } from '../src/ui/overlays/tooltip.tsx'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await Promise.all([startTexts('first'), loadTexts('later')])
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <Gallery />
      <TooltipHost />
      <Overlays />
    </CSPProvider>
  </StrictMode>,
)

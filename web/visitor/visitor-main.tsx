import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import '#web/frame.css'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { isSignedIn } from '#contract/public-pages.ts'
import { BASE } from '#web/base-path.ts'
import { type Arrival, storeArrival } from '#web/shell/arrival.ts'
import { fetchProgram } from './fetch-program.ts'
import { VisitorApp } from './VisitorApp.tsx'
import { leadToLogin } from './visitor-address.ts'

/** The staff's program takes this page over; where a part of it is missing, the browser loads the start page. */
const enterWith = (root: Root) => async (arrival: Arrival) => {
  storeArrival(arrival)
  // In the login's place: a way back to it would only lead home again.
  history.replaceState(null, '', `${BASE}/`)
  try {
    const { takeOver } = await import('#web/staff-program.tsx')
    await takeOver(root)
  } catch {
    location.reload()
  }
}

const place = document.getElementById('root')
if (place) {
  leadToLogin()
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <VisitorApp onLoginShown={fetchProgram} onEnter={enterWith(root)} />
    </StrictMode>,
  )
  // Kept by the browser and shown again after a login: the server has another page for this address now.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isSignedIn(document.cookie)) location.reload()
  })
}

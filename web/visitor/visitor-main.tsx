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

/** The staff's program takes over this page; when a part of it is missing, the browser loads the start page. */
const enterWith = (root: Root) => async (arrival: Arrival) => {
  storeArrival(arrival)
  // Replaces the login in the history: a way back to it would only lead home again.
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
  // The browser restores this page after a login: by then the server has another page for this address.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isSignedIn(document.cookie)) location.reload()
  })
}

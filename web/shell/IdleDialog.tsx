import { Button, Group, Modal, Text } from '@mantine/core'
import { Clock } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { leadToLogin } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { useOpenState } from '#web/ui/use-opened.ts'
import { goTo } from './app-history.ts'
import { dialogRequests } from './dialog-requests.ts'

/**
 * Domain DP-15: after this long without a sign of a person the warning comes, and two minutes later the session ends.
 */
const IDLE_MS = 30 * 60_000
const WARNING_MS = 2 * 60_000

const KEY = 'schulhof-last-activity'
/** Other tabs need not learn of every movement. */
const SHARE_EACH_MS = 5000
/** Clocks may be corrected, and tabs read them at different times: an answer in one tab must still reach the other. */
const CLOCKS_DIFFER_MS = 5000

let own = 0
let shared = 0

const readShared = (now: number) => {
  try {
    const stored = Number(localStorage.getItem(KEY))
    // A clock that was set back must not keep a session alive.
    return stored <= now + CLOCKS_DIFFER_MS ? Math.min(stored, now) : 0
  } catch {
    return 0
  }
}

/** Milliseconds since somebody last did something in any tab of this browser. */
export const idleFor = (now: number) => now - Math.max(own, readShared(now))

/** A sign of the person at this tab. */
export const noteActivity = (now: number) => {
  own = now
  if (Math.abs(now - shared) < SHARE_EACH_MS) return
  shareActivity(now)
}

/** The same, reported to all tabs at once: after the warning each second counts. */
export const shareActivity = (now: number) => {
  own = now
  shared = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // The browser stores nothing for this site: each tab counts for itself.
  }
}

const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const
const LOOK_EACH_MS = 1000

/** Calls `look` at each sign of the person, when another tab reports one, and when this tab becomes visible again. */
const listen = (onSign: () => void, look: () => void) => {
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { capture: true, passive: true })
  window.addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    for (const sign of SIGNS) document.removeEventListener(sign, onSign, { capture: true })
    window.removeEventListener('storage', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/**
 * Seconds left while the warning shows, otherwise undefined; `onOver` is called once when nobody answered. `stay`
 * answers it.
 */
const useIdleSeconds = (onOver: () => void) => {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const over = useRef(onOver)
  const lookNow = useRef(() => {})
  useEffect(() => {
    over.current = onOver
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let lastSign = 0
    const look = () => {
      clearTimeout(timer)
      if (isOver) return
      const left = IDLE_MS + WARNING_MS - idleFor(Date.now())
      if (left <= 0) {
        isOver = true
        return over.current()
      }
      const isWarning = left <= WARNING_MS
      setSecondsLeft(isWarning ? Math.ceil(left / 1000) : undefined)
      timer = setTimeout(look, isWarning ? LOOK_EACH_MS : left - WARNING_MS)
    }
    const sign = () => {
      const now = Date.now()
      if (now - lastSign < LOOK_EACH_MS) return
      lastSign = now
      // Once the warning is due only its answer counts, because opening a laptop moves the pointer, too.
      if (idleFor(now) >= IDLE_MS) look()
      else noteActivity(now)
    }
    lookNow.current = look
    shareActivity(Date.now())
    look()
    const leave = listen(sign, look)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [])

  const stay = useCallback(() => {
    shareActivity(Date.now())
    lookNow.current()
  }, [])
  return { secondsLeft, stay }
}

const closeDialogs = () => {
  for (const { id, answer } of dialogRequests.get()) {
    answer(undefined)
    dialogRequests.remove(id)
  }
}

/** Nobody is there: the page is cleared at once, even when the server cannot be reached. */
const endSession = () => {
  void call(accountEndpoints.logout).catch(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store needs TLS
    document.cookie = 'signed_in=; Max-Age=0; Path=/'
  })
  closeDialogs()
  leadToLogin()
}

const IdleWatch = () => {
  const { secondsLeft, stay } = useIdleSeconds(endSession)
  const [wasWarned, setWarned] = useState(false)
  useEffect(() => {
    if (secondsLeft !== undefined) setWarned(true)
  }, [secondsLeft])
  return wasWarned && <IdleDialog secondsLeft={secondsLeft} onStay={stay} onLeave={() => goTo(paths.logout)} />
}

/** Domain §9c: the client warns and signs out, because polls keep a session alive; not with „Eingeloggt bleiben“. */
export const IdleDialogHost = () => {
  const session = useSignedIn()?.session
  return session && !session.stays_signed_in && <IdleWatch />
}

const WIDTH = 400 // spec §9
/** Above every other dialog. */
const ON_TOP = 400
const SAID_EACH_SECONDS = 30

const timeText = (seconds: number) =>
  seconds >= 60
    ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} Minuten`
    : `${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`

interface IdleDialogProps {
  /** Undefined: nothing to warn of. */
  secondsLeft: number | undefined
  onStay: () => void
  onLeave: () => void
}

/** Asks whether somebody is still there; the screen reader hears the time each half minute, not each second. */
const IdleDialog = ({ secondsLeft, onStay, onLeave }: IdleDialogProps) => {
  const isWarning = secondsLeft !== undefined
  const [isOpen] = useOpenState(isWarning)
  const seconds = secondsLeft ?? 0
  const saidSeconds = Math.ceil(seconds / SAID_EACH_SECONDS) * SAID_EACH_SECONDS
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      size={WIDTH}
      zIndex={ON_TOP}
      title={
        <span className="sh-inline sh-gap-2 sh-warn">
          <Clock size={20} aria-hidden />
          Sind Sie noch da?
        </span>
      }
    >
      <Text>
        Zum Schutz der Daten werden Sie in{' '}
        <span role="timer" className="sh-figures">
          {timeText(seconds)}
        </span>{' '}
        abgemeldet.
      </Text>
      <span role="status" className="sh-visually-hidden">
        Noch {timeText(saidSeconds)}
      </span>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          Abmelden
        </Button>
        <Button onClick={onStay} data-autofocus>
          Angemeldet bleiben
        </Button>
      </Group>
    </Modal>
  )
}

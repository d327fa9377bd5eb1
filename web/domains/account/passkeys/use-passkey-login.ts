import { useEffect, useRef, useState } from 'react'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { useVisit } from '#web/shell/visit.ts'
import { deviceMessage, loadDevice, offersPasskeysInField } from './passkey-support.ts'

/** A request is valid for ten minutes, but a login page may stay open all night. */
const RENEW_MS = 8 * 60 * 1000

interface PasskeyLogin {
  /** The user has ticked „Eingeloggt bleiben“. */
  remember: boolean
  onDone: () => Promise<void>
}

/** Signs in with a passkey after a click on the button, or with one that the browser offers in the field for the address. */
export const usePasskeyLogin = ({ remember, onDone }: PasskeyLogin) => {
  const { explain } = useVisit()
  const [refusal, setRefusal] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  /** Counts the requests for the field. A request ends with an answer, a click on the button, or after its time. */
  const [round, setRound] = useState(0)
  const latest = useRef({ remember, onDone })
  latest.current = { remember, onDone }

  const signIn = async (isInField: boolean) => {
    const { askForPasskey } = await loadDevice()
    const request = await call(passkeyEndpoints.beginLogin)
    const answer = await askForPasskey(request, { isInField })
    setRefusal(undefined)
    setRunning(true)
    await call(passkeyEndpoints.login, { body: { answer, remember: latest.current.remember } })
    await latest.current.onDone()
  }
  const refuse = async (failure: unknown) => {
    setRunning(false)
    const message = await deviceMessage(failure)
    if (message) setRefusal(message)
    else if (failure instanceof ApiFailure && [422, 429].includes(failure.status)) setRefusal(failure.message)
    else await explain(failure)
  }
  const start = async () => {
    setRefusal(undefined)
    setRunning(true)
    try {
      await signIn(false)
    } catch (failure) {
      await refuse(failure)
      setRound((former) => former + 1)
    }
  }
  const offerInField = async (isOver: () => boolean) => {
    try {
      if (!(await offersPasskeysInField()) || isOver()) return
      await signIn(true)
    } catch (failure) {
      // If the server was not asked, nothing was tried yet: the button and the password still work.
      if (isOver() || !(failure instanceof ApiFailure) || ![422, 429].includes(failure.status)) return
      await refuse(failure)
      if (failure.status === 422) setRound((former) => former + 1)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again, nothing else does.
  useEffect(() => {
    let isOver = false
    void offerInField(() => isOver)
    const timer = setTimeout(() => setRound((former) => former + 1), RENEW_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      void offersPasskeysInField().then(async (isOffered) => isOffered && (await loadDevice()).stopAsking())
    }
  }, [round])
  return { start, isRunning, refusal }
}

import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { leadToLogin } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { goTo } from './app-history.ts'
import { dialogRequests } from './dialog-requests.ts'
import { IdleDialog } from './IdleDialog.tsx'
import { useIdleSeconds } from './use-idle-seconds.ts'

const closeDialogs = () => {
  for (const { id, answer } of dialogRequests.get()) {
    answer(undefined)
    dialogRequests.remove(id)
  }
}

/** Nobody is there: what is shown goes at once, also when the server cannot be told. */
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

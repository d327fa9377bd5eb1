import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'

interface Answer {
  text: string
  isSent: boolean
}

const sendTo = async (to: string): Promise<Answer> => {
  try {
    // Loaded with the first press: it brings schemas.
    const { mailtestEndpoints } = await import('#contract/mailtest/mailtest.ts')
    const { from, subject, content } = await call(mailtestEndpoints.defaults)
    const { message } = await call(mailtestEndpoints.send, { body: { from, to, subject, content } })
    return { text: `${message}. Bitte sehen Sie in Ihrem Postfach nach.`, isSent: true }
  } catch (failure) {
    return { text: publicFailureText(failure), isSent: false }
  }
}

/** Whether mails leave is best known before the first family waits for one. */
export const TestMailCard = ({ to }: { to: string }) => {
  const [isRunning, setRunning] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const send = async () => {
    setRunning(true)
    setAnswer(await sendTo(to))
    setRunning(false)
  }
  return (
    <>
      <p>Kommen die E-Mails der Schule an? Eine Testmail an {to} zeigt es.</p>
      <p>
        <NativeButton isBusy={isRunning} onClick={() => void send()}>
          Testmail senden
        </NativeButton>
      </p>
      {answer && (
        <NativeNotice tone={answer.isSent ? 'positive' : 'negative'} isAlert>
          {answer.text}
        </NativeNotice>
      )}
    </>
  )
}

import type { ParentsHelp } from './parents-help.ts'

export const SICKNOTE_HELP: ParentsHelp = {
  title: 'Hilfe zur Abwesenheitsmeldung',
  entries: [
    {
      question: 'Was muss ich tun?',
      answer: 'Wählen Sie den Tag und drücken Sie „Jetzt melden“. Mehr ist nicht nötig.',
    },
    {
      question: 'Muss ich einen Grund nennen?',
      answer: '„krank“ genügt. Bitte schreiben Sie keine Diagnose in die Bemerkung.',
    },
    {
      question: 'Ich habe mich geirrt.',
      answer: 'Zehn Minuten lang können Sie die Meldung zurücknehmen. Rufen Sie sonst bitte in der Schule an.',
    },
    {
      question: 'Ich habe gerade kein Netz.',
      answer: 'Lassen Sie die Seite offen. Die Meldung geht von selbst hinaus, sobald Sie wieder Netz haben.',
    },
    {
      question: 'Muss ich zusätzlich anrufen?',
      answer: 'Nur wenn die Seite Sie darum bittet, zum Beispiel weil der Unterricht bald beginnt.',
    },
    {
      question: 'Wer kann diese Seite öffnen?',
      answer:
        'Jeder, der den Link hat. Geben Sie ihn nur an Menschen weiter, die Ihr Kind abmelden dürfen. Frühere Meldungen zeigt die Seite nie.',
    },
  ],
}

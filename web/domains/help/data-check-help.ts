import type { ParentsHelp } from './parents-help.ts'

export const DATA_CHECK_HELP: ParentsHelp = {
  title: 'Hilfe zu dieser Seite',
  entries: [
    {
      question: 'Was sehe ich hier?',
      answer:
        'Ihre eigenen Kontaktdaten und, wenn Ihr Kind bei Ihnen wohnt, seine Anschrift und seine Kontaktpersonen.',
    },
    {
      question: 'Was passiert mit meinen Änderungen?',
      answer:
        'Die Schule bekommt sie als Vorschlag, prüft sie und trägt sie ein. Bis dahin gilt, was bisher eingetragen ist.',
    },
    {
      question: 'Ich habe mich vertan.',
      answer:
        'Öffnen Sie den Link noch einmal, ändern Sie die Angabe und senden Sie. Es gilt, was Sie zuletzt geschickt haben.',
    },
    {
      question: 'Sieht der andere Elternteil meine Angaben?',
      answer: 'Jede sorgeberechtigte Person hat einen eigenen Link. Wer getrennt lebt, sieht nur die eigenen Angaben.',
    },
    {
      question: 'Wer kann diese Seite öffnen?',
      answer: 'Jeder, der den Link hat. Bitte geben Sie ihn nicht weiter. Bis wann er gilt, steht oben auf der Seite.',
    },
  ],
}

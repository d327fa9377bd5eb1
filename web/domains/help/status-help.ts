import type { ParentsHelp } from './parents-help.ts'

export const STATUS_HELP: ParentsHelp = {
  title: 'Hilfe zu dieser Seite',
  entries: [
    {
      question: 'Was sehe ich hier?',
      answer: 'Wie weit Ihre Bewerbung ist, was noch fehlt und, sobald sie feststeht, die Entscheidung.',
    },
    {
      question: 'Wie reiche ich Unterlagen ein?',
      answer: 'Bringen Sie sie bitte in die Schule oder schicken Sie sie mit der Post. Hochgeladen wird hier nichts.',
    },
    {
      question: 'Wann kommt die Entscheidung?',
      answer: 'Die Schule meldet sich bei Ihnen. Danach steht die Entscheidung auch auf dieser Seite.',
    },
    {
      question: 'Meine Angaben haben sich geändert.',
      answer: 'Bitte rufen Sie in der Schule an. Sie ändert die Angaben für Sie.',
    },
    {
      question: 'Wer kann diese Seite öffnen?',
      answer: 'Jeder, der den Link hat. Er gilt bis 30 Tage nach der Entscheidung.',
    },
  ],
}

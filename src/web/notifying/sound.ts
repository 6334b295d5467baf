// The sounds that a message is told by: two notes each, made here, so that nothing has to be fetched for them.

/** In hertz, by the name of the setting `notification_sound`; others sound like the first. */
const notes: Readonly<Record<string, readonly number[]>> = {
  chime: [880, 1175],
  ding: [1047, 1047],
  zulip: [659, 988],
}
const firstNotes = [880, 1175]
const seconds = 0.18

let context: AudioContext | undefined

/** Browsers that have not been touched yet stay silent. */
export function playSound(name: string): void {
  if (name === 'none' || typeof AudioContext === 'undefined') return
  const audio = (context ??= new AudioContext())
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
  for (const [index, frequency] of (notes[name] ?? firstNotes).entries()) {
    const start = audio.currentTime + index * seconds
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.15, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + seconds)
  }
}

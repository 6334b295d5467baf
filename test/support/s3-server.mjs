// s3rver as a process of its own; prints its port once it is ready. Arguments: port, folder, bucket.
import S3rver from 's3rver'

const [port = '0', directory, bucket] = process.argv.slice(2)
const settings = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] }
const address = await new S3rver({ ...settings, port: Number(port) }).run()
process.stdout.write(`${address.port}\n`)
